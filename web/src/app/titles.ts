/** Every page with its own title. */
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
  | 'restore'

/** The titled paths of the product, including screens that are not built yet. */
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
  ['/dashboard/restore', 'restore'],
])

/**
 * Returns the page whose title a path uses: its own, else that of the nearest known parent, else the login page. Query,
 * fragment and trailing slash are ignored.
 */
export function pageOf(path: string): PageKey {
  let candidatePath = (path.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '')
  while (candidatePath !== '') {
    const page = pages.get(candidatePath)
    if (page) return page
    candidatePath = candidatePath.slice(0, candidatePath.lastIndexOf('/'))
  }
  return 'login'
}
