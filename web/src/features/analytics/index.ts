// Owns the totals of sent, delivered and received messages over time. Shares billing and usage through the session.
// Must not depend on single conversations.
export { useAnalyticsQuery } from './api.ts'
