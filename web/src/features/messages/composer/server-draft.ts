/** A draft and when it was written; an empty time means unknown. */
export interface DatedDraft {
  body: string
  at: string
}

/**
 * Returns the draft to open a composer with: the newer one of this device and the server; a draft of unknown age loses
 * to any other. An emptied draft counts too: the server may answer before it has stored that.
 */
export function newestDraft(local: DatedDraft, server: DatedDraft | null): string {
  if (!server || server.body === '') return local.body
  if (local.body === '' && local.at === '') return server.body
  return Date.parse(server.at) > (Date.parse(local.at) || Infinity) ? server.body : local.body
}
