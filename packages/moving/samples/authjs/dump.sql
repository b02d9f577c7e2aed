--
-- PostgreSQL database dump
--

SET client_encoding = 'UTF8';

COPY public."Account" (id, "userId", type, provider, "providerAccountId", access_token, refresh_token, expires_at) FROM stdin;
acc0	cl00033x8q0000authjs	oauth	azure-ad	az4	secret	\N	1700000000
acc1	90000000-0000-4000-8000-000000000004	oidc	google	104	secret	\N	1700000000
acc2	90000000-0000-4000-8000-000000000004	oauth	twitch	t5	secret	\N	1700000000
acc3	cl00053x8q0000authjs	oauth	github	583231	secret	\N	1700000000
acc4	90000000-0000-4000-8000-000000000006	oauth	twitter	77	secret	\N	1700000000
acc5	cl00073x8q0000authjs	webauthn	passkey	x	secret	\N	1700000000
acc6	90000000-0000-4000-8000-000000000008	email	resend	ipek@mail.example	secret	\N	1700000000
acc7	cl00113x8q0000authjs	oidc	google	1011	secret	\N	1700000000
acc8	cl00153x8q0000authjs	oidc	google	1015	secret	\N	1700000000
acc9	cl00193x8q0000authjs	oidc	google	1019	secret	\N	1700000000
acc10	cl00233x8q0000authjs	oidc	google	1023	secret	\N	1700000000
acc11	cl00273x8q0000authjs	oidc	google	1027	secret	\N	1700000000
acc12	cl00313x8q0000authjs	oidc	google	1031	secret	\N	1700000000
acc13	cl00353x8q0000authjs	oidc	google	1035	secret	\N	1700000000
acc14	cl00393x8q0000authjs	oidc	google	1039	secret	\N	1700000000
\.

COPY public."Authenticator" ("credentialID", "userId", "providerAccountId", "credentialPublicKey", counter, "credentialDeviceType", "credentialBackedUp", transports) FROM stdin;
aGFuYQ==	cl00073x8q0000authjs	x	pQEC	1	multiDevice	t	internal
\.

COPY public."User" (id, name, email, "emailVerified", image) FROM stdin;
90000000-0000-4000-8000-000000000000	Ada Sample	ada@mail.example	2024-05-06 07:08:09.123	\N
cl00013x8q0000authjs	Bela Sample	bela@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000002	Chloé "Clo"\nSample	chloe@mail.example	2024-05-06 07:08:09.123	\N
cl00033x8q0000authjs	Dmitri Sample	dmitri@mail.example	\N	\N
90000000-0000-4000-8000-000000000004	Elif Sample	elif@mail.example	2024-05-06 07:08:09.123	\N
cl00053x8q0000authjs	Farid Sample	\N	\N	\N
90000000-0000-4000-8000-000000000006	Grace Sample	grace@mail.example	2024-05-06 07:08:09.123	https://images.example/g.png
cl00073x8q0000authjs	Hana Sample	hana@mail.example	\N	\N
90000000-0000-4000-8000-000000000008	Ipek Sample	ipek@mail.example	2024-05-06 07:08:09.123	\N
cl00093x8q0000authjs	Jurgen Sample	jurgen@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000010	Kim Sample	kim@mail.example	2024-05-06 07:08:09.123	\N
cl00113x8q0000authjs	Liam Sample	liam@mail.example	\N	\N
90000000-0000-4000-8000-000000000012	Mai Sample	mai@mail.example	2024-05-06 07:08:09.123	\N
cl00133x8q0000authjs	Nia Sample	nia@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000014	Oscar Sample	oscar@mail.example	2024-05-06 07:08:09.123	\N
cl00153x8q0000authjs	Priya Sample	priya@mail.example	\N	\N
90000000-0000-4000-8000-000000000016	Quinn Sample	quinn@mail.example	2024-05-06 07:08:09.123	\N
cl00173x8q0000authjs	Rosa Sample	rosa@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000018	Sami Sample	sami@mail.example	2024-05-06 07:08:09.123	\N
cl00193x8q0000authjs	Tara Sample	tara@mail.example	\N	\N
90000000-0000-4000-8000-000000000020	Ukasz Sample	ukasz@mail.example	2024-05-06 07:08:09.123	\N
cl00213x8q0000authjs	Vera Sample	vera@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000022	Wanda Sample	wanda@mail.example	2024-05-06 07:08:09.123	\N
cl00233x8q0000authjs	Xeno Sample	xeno@mail.example	\N	\N
90000000-0000-4000-8000-000000000024	Yara Sample	yara@mail.example	2024-05-06 07:08:09.123	\N
cl00253x8q0000authjs	Zoe Sample	zoe@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000026	Amir Sample	amir@mail.example	2024-05-06 07:08:09.123	\N
cl00273x8q0000authjs	Bea Sample	bea@mail.example	\N	\N
90000000-0000-4000-8000-000000000028	Cem Sample	cem@mail.example	2024-05-06 07:08:09.123	\N
cl00293x8q0000authjs	Dora Sample	dora@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000030	Emil Sample	emil@mail.example	2024-05-06 07:08:09.123	\N
cl00313x8q0000authjs	Finn Sample	finn@mail.example	\N	\N
90000000-0000-4000-8000-000000000032	Gita Sample	gita@mail.example	2024-05-06 07:08:09.123	\N
cl00333x8q0000authjs	Hugo Sample	hugo@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000034	Ines Sample	ines@mail.example	2024-05-06 07:08:09.123	\N
cl00353x8q0000authjs	Jonas Sample	jonas@mail.example	\N	\N
90000000-0000-4000-8000-000000000036	Karla Sample	karla@mail.example	2024-05-06 07:08:09.123	\N
cl00373x8q0000authjs	Leo Sample	leo@mail.example	2024-05-06 07:08:09.123	\N
90000000-0000-4000-8000-000000000038	Milo Sample	milo@mail.example	2024-05-06 07:08:09.123	\N
cl00393x8q0000authjs	Noor Sample	noor@mail.example	\N	\N
\.

-- PostgreSQL database dump complete
