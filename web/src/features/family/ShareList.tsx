import type { Share } from '@crewline/contract/family'
import { formatList } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendarOff, IconClock, IconForms, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useStopSharingMutation } from './api.ts'
import classes from './Family.module.css'

const PICTURES = { field: IconForms, group: IconUsersGroup, hours: IconClock, holidays: IconCalendarOff }

/** Returns the name of what is shared, and its kind where the name does not say it. */
function useShareWords(share: Pick<Share, 'kind' | 'name'> | undefined): [title: string, what: string] {
  const { t } = useLingui()
  if (!share) return ['', '']
  if (share.kind === 'hours') return [t`Business hours`, '']
  if (share.kind === 'holidays') return [t`Holidays`, '']
  return [share.name, share.kind === 'field' ? t`Custom field` : t`Smart group`]
}

function Row({
  share,
  family,
  onStop,
}: {
  share: Share
  family: Reply<'readFamily'>
  onStop: (() => void) | undefined
}) {
  const { t, i18n } = useLingui()
  const { kind, childIds, problems } = share
  const names = new Map(family.children.map((child) => [child.id, child.name]))
  const recipients =
    childIds.length === 0
      ? t`All sub-organizations`
      : formatList(
          childIds.flatMap((id) => names.get(id) ?? []),
          i18n.locale,
        )
  const Picture = PICTURES[kind]
  const [title, what] = useShareWords(share)
  return (
    <li className={classes.row}>
      <Picture size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <bdi className={classes.name}>{title}</bdi>
        <p className={classes.hint}>
          {what && `${what} · `}
          <bdi>{recipients}</bdi>
        </p>
        {problems.map(({ organizationId, words }) => (
          <p key={organizationId} className={classes.problem}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            <span>
              <bdi>{names.get(organizationId)}</bdi>: {words}
            </span>
          </p>
        ))}
      </div>
      {onStop && (
        <Button variant="default" size="compact-sm" onClick={onStop} aria-label={t`Stop sharing ${title}`}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </li>
  )
}

/** Lists what is shared, with whom, and what failed. */
export function ShareList({ family, canStop }: { family: Reply<'readFamily'>; canStop: boolean }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [stop] = useStopSharingMutation()
  const [shareToStop, setShareToStop] = useState<Share>()

  async function stopIt({ id }: Share): Promise<void> {
    const { error } = await stop(id)
    if (error) toast.failed(error, { title: t`Couldn't save the change`, message: describeError(error) })
  }
  const [name] = useShareWords(shareToStop)
  return (
    <>
      <ul className={classes.list} aria-label={t`Shared`}>
        {family.shares.map((share) => (
          <Row
            key={share.id}
            share={share}
            family={family}
            onStop={canStop ? () => setShareToStop(share) : undefined}
          />
        ))}
      </ul>
      <ConfirmCount
        isOpen={shareToStop !== undefined}
        onCancel={() => setShareToStop(undefined)}
        title={t`Stop sharing ${name}?`}
        confirmLabel={t`Stop`}
        onConfirm={async () => {
          if (shareToStop) await stopIt(shareToStop)
          setShareToStop(undefined)
        }}
      >
        {shareToStop?.kind === 'hours' && (
          <Trans>Sub-organizations get their own hours back, or keep these if they had none.</Trans>
        )}
        {shareToStop?.kind === 'holidays' && (
          <Trans>Sub-organizations keep them as their own and can change them from then on.</Trans>
        )}
        {(shareToStop?.kind === 'field' || shareToStop?.kind === 'group') && (
          <Trans>
            Sub-organizations keep it as their own, with all its values and contacts, and can change it from then on.
          </Trans>
        )}
      </ConfirmCount>
    </>
  )
}
