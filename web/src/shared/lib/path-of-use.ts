import type { Use } from '@crewline/contract/fields'

/** Returns the path of the page where what uses a group or a field can be changed. */
export function pathOfUse({ type, id }: Use): string {
  const paths: Record<Use['type'], string> = {
    group: `/dashboard/groups/${id}`,
    reply: '/dashboard/settings?tab=replies',
    view: `/dashboard/contacts?open=${id}`,
    inbox_view: '/dashboard/inbox',
    member: '/dashboard/team',
    field: `/dashboard/contacts/fields?field=${id}`,
    import: `/dashboard/contacts/import/${id}`,
    broadcast: `/dashboard/broadcasts/${id}`,
    celebration: `/dashboard/apps/birthday/${id}`,
    form: `/dashboard/apps/forms/${id}`,
    opt_in_page: `/dashboard/apps/contactoptin/${id}`,
    hr: '/dashboard/settings?tab=integrations',
    webhook: '/dashboard/settings?tab=api',
    chat_channel: '/dashboard/settings?tab=integrations',
    single_sign_on: '/dashboard/settings?tab=sso',
  }
  return paths[type]
}
