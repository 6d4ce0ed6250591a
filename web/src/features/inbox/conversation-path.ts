/**
 * Builds the URL of a conversation, without the filters of the list; with a message id, the thread opens at that
 * message.
 */
export function conversationPath(contactId: string, messageId = ''): string {
  const params = new URLSearchParams({ conversation: contactId })
  if (messageId) params.set('message', messageId)
  return `/dashboard/inbox?${params.toString()}`
}
