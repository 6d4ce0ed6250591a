/** The way to one conversation, without what the list was narrowed to. */
export function conversationPath(contactId: string): string {
  return `/dashboard/inbox?conversation=${encodeURIComponent(contactId)}`
}
