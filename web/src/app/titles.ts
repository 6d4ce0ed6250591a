/** Every page that has a title of its own. */
export type PageKey =
  | 'login'
  | 'dashboard'
  | 'inbox'
  | 'settings'
  | 'team'
  | 'contacts'
  | 'broadcasts'
  | 'groups'
  | 'apps'
  | 'newsletter'
  | 'signature'
  | 'forms'
  | 'birthday'
  | 'contactoptin'

/** The titled paths of the product, whether their screen is built yet or not. */
const pages = new Map<string, PageKey>([
  ['/', 'login'],
  ['/auth/login', 'login'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/inbox', 'inbox'],
  ['/dashboard/settings', 'settings'],
  ['/dashboard/team', 'team'],
  ['/dashboard/contacts', 'contacts'],
  ['/dashboard/broadcasts', 'broadcasts'],
  ['/dashboard/groups', 'groups'],
  ['/dashboard/apps', 'apps'],
  ['/dashboard/apps/newsletter', 'newsletter'],
  ['/dashboard/apps/signature', 'signature'],
  ['/dashboard/apps/forms', 'forms'],
  ['/dashboard/apps/birthday', 'birthday'],
  ['/dashboard/apps/contactoptin', 'contactoptin'],
])

/** The page whose title a path takes: its own, else its nearest known parent's, else the log-in's. Query, fragment and trailing slash do not count. */
export function pageOf(path: string): PageKey {
  let rest = (path.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '')
  while (rest !== '') {
    const page = pages.get(rest)
    if (page) return page
    rest = rest.slice(0, rest.lastIndexOf('/'))
  }
  return 'login'
}
