// Everything app/auth-main.tsx shows: every page before login.
export { openApplication } from './auth/arrive.ts'
export { AuthPages } from './auth/AuthPages.tsx'
export { takeLink } from './auth/path.ts'
