// What browsers send over their socket.

/** Events the client sends, by name. */
export interface ClientEvents {
  /** Requests `notifications`; `user` is ignored, because the session identifies the user. */
  getNotificationsv2: (ask: { user: string }) => void
  /** Requests `usage`. */
  getUsage: () => void
  /** Notifies teammates that the user started or stopped typing to a contact. */
  typing: (event: { contactId: string; isTyping: boolean }) => void
  /** Notifies teammates which conversation the user is viewing; null for none. Repeated every 10 s. */
  presence: (event: { contactId: string | null }) => void
  /** Notifies teammates which issue of news the user is editing; null for none. Repeated every 4 s. */
  'news-editing': (event: { issueId: string | null }) => void
}
