import { Plural, Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCan, usePastDue } from '../../../shared/lib/session/select.ts'
import { Banner } from '../../../shared/ui/feedback/Banner.tsx'
import { useRestoreNoticeQuery } from './api.ts'

/** How often to check whether a teammate has decided, in ms. */
const pollMs = 15_000

/**
 * Says on every page that nothing is sent since the database was restored: to those who decide with a link, to all
 * others as a notice. Renders nothing otherwise.
 */
export function RestoreBanner() {
  const isPastDue = usePastDue()
  const canRead = useCan('inbox.read')
  const canDecide = useCan('lines.manage')
  const { pathname } = useLocation()
  const [isHeld, setHeld] = useState(false)
  const { data: review } = useRestoreNoticeQuery(undefined, {
    skip: isPastDue || !canRead,
    pollingInterval: isHeld ? pollMs : 0,
  })
  const isNow = review !== null && review !== undefined
  if (isHeld !== isNow) setHeld(isNow)
  if (!isNow) return null
  const total = review.total ?? 0
  if (!canDecide)
    return (
      <Banner tone="warn" icon={IconDatabaseImport}>
        <Trans>
          Texts aren't being sent right now, because Crewline was restored from a backup. An owner or admin is checking
          the texts that are waiting.
        </Trans>
      </Banner>
    )
  return (
    <Banner
      tone="warn"
      icon={IconDatabaseImport}
      action={
        pathname !== '/dashboard/restore' && (
          <Anchor component={Link} to="/dashboard/restore" fw={600}>
            <Trans>Review and decide</Trans>
          </Anchor>
        )
      }
    >
      <Trans>Nothing is being sent, because Crewline was restored from a backup.</Trans>{' '}
      <Plural
        value={total}
        _0="Decide when to start sending again."
        one="# text is waiting for your decision."
        other="# texts are waiting for your decision."
      />
    </Banner>
  )
}
