// Owns what was sent, delivered and answered over time. Tells others what is paid and used through the session.
// Must never know single conversations.
export { useAnalyticsQuery } from './api.ts'
