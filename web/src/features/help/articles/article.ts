/** An article in one language. */
export interface ArticleText {
  title: string
  /** Other words that people search for, such as "CSV" for imports. */
  words: string
  /** Paragraphs, separated by empty lines; `[text](/dashboard/…)` is a link into the product. */
  text: string
}

/** Where each article is suggested: paths of pages, with `?tab=` for a page of the settings. Also the order of the list. */
export const articlePages = {
  start: ['/dashboard'],
  inbox: ['/dashboard/inbox'],
  undelivered: ['/dashboard/inbox', '/dashboard/broadcasts', '/dashboard/analytics', '/dashboard/contacts/repair'],
  contacts: ['/dashboard/contacts'],
  import: ['/dashboard/contacts/import', '/dashboard/contacts'],
  consent: ['/dashboard/contacts/opt-outs', '/dashboard/contacts', '/dashboard/apps/contactoptin'],
  optIn: ['/dashboard/apps/contactoptin', '/dashboard/apps'],
  groups: ['/dashboard/groups'],
  broadcast: ['/dashboard/broadcasts'],
  quietHours: ['/dashboard/settings?tab=texting', '/dashboard/broadcasts', '/dashboard/analytics/off-shift'],
  languages: ['/dashboard/settings?tab=organization', '/dashboard/settings?tab=texting', '/dashboard/inbox'],
  savedReplies: ['/dashboard/settings?tab=replies', '/dashboard/inbox'],
  forms: ['/dashboard/apps/forms', '/dashboard/apps'],
  news: ['/dashboard/apps/newsletter', '/dashboard/apps'],
  celebrations: ['/dashboard/apps/birthday', '/dashboard/apps'],
  numbers: ['/dashboard/settings?tab=numbers'],
  invite: ['/dashboard/team'],
  roles: ['/dashboard/team', '/dashboard/settings?tab=access'],
  twoStep: ['/dashboard/settings?tab=security', '/dashboard/settings?tab=access'],
  sso: ['/dashboard/settings?tab=sso'],
  notifications: ['/dashboard/settings?tab=notifications', '/dashboard/settings?tab=account'],
  billing: ['/dashboard/settings?tab=billing'],
  segments: ['/dashboard/settings?tab=billing', '/dashboard/broadcasts'],
  hr: ['/dashboard/settings?tab=integrations', '/dashboard/settings/integrations'],
  apiKeys: ['/dashboard/settings?tab=api'],
  exports: ['/dashboard/settings?tab=data', '/dashboard/analytics/contacts', '/dashboard/analytics/messages'],
} as const satisfies Record<string, readonly string[]>

/** Names one article, in every language. */
export type ArticleKey = keyof typeof articlePages

/** All articles in one language: the compiler finds a missing one. */
export type Articles = Record<ArticleKey, ArticleText>
