import { RUN_KINDS } from '@crewline/contract/events'

/** The durable run that sends a broadcast, for those who start it. */
export const SENDING_RUN = { name: RUN_KINDS.broadcast }

/** The durable run that reminds those who have not confirmed. */
export const REMINDING_RUN = { name: RUN_KINDS.reminder }
