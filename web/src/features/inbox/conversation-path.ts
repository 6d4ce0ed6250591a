/** The way to one conversation, without what the list was narrowed to; with a message, to where it stands in the thread. */
export function conversationPath(contactId: string, messageId = ''): string {
  const params = new URLSearchParams({ conversation: contactId })
  if (messageId) params.set('message', messageId)
  return `/dashboard/inbox?${params.toString()}`
}
