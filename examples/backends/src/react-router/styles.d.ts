// Your app has this by the types of Vite.
declare module '*.css'
