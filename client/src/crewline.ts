// A client of the Crewline API, typed by the contract that the server implements. It needs nothing but fetch.
export { CrewlineError, makeClient, type CrewlineClient, type ClientOptions } from './client.ts'
export type { CallInput, CallName, Reply } from './calls.ts'
export { verifyWebhook, type ReceivedEvent, type WebhookHeaders } from './verify-webhook.ts'
