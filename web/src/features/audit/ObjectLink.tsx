import type { AuditPage } from '@crewline/contract/audit'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { AuditEntry } from './api.ts'

const PATHS: Record<AuditPage, (id: string) => string> = {
  contact: (id) => `/dashboard/contacts/${id}`,
  group: (id) => `/dashboard/groups/${id}`,
  broadcast: (id) => `/dashboard/broadcasts/${id}`,
  form: (id) => `/dashboard/apps/forms/${id}`,
  news: (id) => `/dashboard/apps/newsletter/${id}/edit`,
  opt_in_page: (id) => `/dashboard/apps/contactoptin/${id}`,
  import: (id) => `/dashboard/contacts/import/${id}`,
}

/** Leads to the page of an object; nothing when it has none. */
export function ObjectLink({ object }: { object: NonNullable<AuditEntry['object']> }) {
  const { id, name, page } = object
  if (page === null) return null
  return (
    <Anchor component={Link} to={PATHS[page](id)}>
      {name ? (
        <Trans>
          Open <bdi translate="no">{name}</bdi>
        </Trans>
      ) : (
        <Trans>Open its page</Trans>
      )}
    </Anchor>
  )
}
