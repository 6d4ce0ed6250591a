/** Unsent words and when they were written; an empty time means that nobody knows. */
export interface DatedDraft {
  body: string
  at: string
}

/** Which words a composer opens with: the newest of this device and the server; words of unknown age give way to none. */
export function newestDraft(local: DatedDraft, server: DatedDraft | null): string {
  if (!server || server.body === '') return local.body
  if (local.body === '') return server.body
  return Date.parse(server.at) > (Date.parse(local.at) || Infinity) ? server.body : local.body
}
