/**
 * What the support chat of Intercom loads and connects to, by directive of the content security policy. Source: Intercom,
 * "Using Intercom with Content Security Policy" (article 3894). Its regions differ only in subdomains.
 */
const SOURCES: Record<string, readonly string[]> = {
  'script-src': ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  'connect-src': [
    'https://*.intercom.io',
    'wss://*.intercom.io',
    'https://*.intercom-messenger.com',
    'wss://*.intercom-messenger.com',
    'https://*.intercomcdn.com',
    'https://*.intercomcdn.eu',
    'https://*.intercomusercontent.com',
  ],
  'font-src': ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  'img-src': [
    'https://*.intercomcdn.com',
    'https://*.intercomcdn.eu',
    'https://static.intercomassets.com',
    'https://*.intercomusercontent.com',
    'https://messenger-apps.intercom.io',
  ],
  'media-src': ['https://js.intercomcdn.com', 'https://*.intercomusercontent.com'],
  'frame-src': ["'self'", 'https://intercom-sheets.com'],
  'form-action': ['https://intercom.help', 'https://*.intercom.io'],
}

/** Returns the policy of a page on which the support chat of Intercom may be opened. */
export function allowChat(policy: string): string {
  const missing = new Set(Object.keys(SOURCES))
  const allowed = policy.split(';').map((part) => {
    const [name = ''] = part.trim().split(' ')
    missing.delete(name)
    return name in SOURCES ? `${part.trim()} ${SOURCES[name]?.join(' ')}` : part.trim()
  })
  const added = [...missing].map((name) => `${name} ${SOURCES[name]?.join(' ')}`)
  return [...allowed, ...added].filter((part) => part !== '').join('; ')
}
