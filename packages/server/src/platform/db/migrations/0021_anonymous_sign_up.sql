-- Anonymous sign-up is off for new projects. Projects that never set it keep what they had: on, and off for "internal".
update projects set config = config || jsonb_build_object('anonymous_enabled', id <> 'internal')
where not config ? 'anonymous_enabled';
