// Owns opt-in pages: their list, editor, link and poster, and who joined. Must not depend on the inbox.
export { loadOptInScreen, optInRoutes } from './routes.tsx'
