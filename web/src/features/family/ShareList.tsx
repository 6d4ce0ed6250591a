import type { Share } from '@crewline/contract/family'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconForms, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { ConfirmCount } from '../../shared/ui/ConfirmCount.tsx'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useStopSharingMutation } from './api.ts'
import classes from './Family.module.css'

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
  const { name, kind, childIds, problems } = share
  const names = new Map(family.children.map((child) => [child.id, child.name]))
  const goesTo =
    childIds.length === 0
      ? t`All children`
      : new Intl.ListFormat(i18n.locale).format(childIds.flatMap((id) => names.get(id) ?? []))
  const Picture = kind === 'field' ? IconForms : IconUsersGroup
  return (
    <li className={classes.row}>
      <Picture size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        <p className={classes.hint}>
          {kind === 'field' ? t`Custom field` : t`Smart group`} · <bdi>{goesTo}</bdi>
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
        <Button variant="default" size="compact-sm" onClick={onStop} aria-label={t`Stop handing ${name} down`}>
          <Trans>Stop</Trans>
        </Button>
      )}
    </li>
  )
}

/** What goes down, to whom, and what stood in the way. */
export function ShareList({ family, canStop }: { family: Reply<'readFamily'>; canStop: boolean }) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [stop] = useStopSharingMutation()
  const [asked, setAsked] = useState<Share>()

  async function stopIt({ id }: Share): Promise<void> {
    const { error } = await stop(id)
    if (error) toast.api({ title: t`Not changed`, message: wordsFor(error) }, 'ERROR')
  }
  const name = asked?.name ?? ''
  return (
    <>
      <ul className={classes.list} aria-label={t`Handed down`}>
        {family.shares.map((share) => (
          <Row key={share.id} share={share} family={family} onStop={canStop ? () => setAsked(share) : undefined} />
        ))}
      </ul>
      <ConfirmCount
        isOpen={asked !== undefined}
        onCancel={() => setAsked(undefined)}
        title={t`Stop handing ${name} down?`}
        confirmLabel={t`Stop`}
        onConfirm={async () => {
          if (asked) await stopIt(asked)
          setAsked(undefined)
        }}
      >
        <Trans>The children keep it as their own, with all values and people, and can change it from then on.</Trans>
      </ConfirmCount>
    </>
  )
}
