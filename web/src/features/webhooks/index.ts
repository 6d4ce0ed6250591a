// Owns the settings of webhooks and the log of their deliveries. Must not depend on what the events are about.
export { useWebhookText } from './useWebhookText.ts'
