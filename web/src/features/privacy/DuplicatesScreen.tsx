import type { Duplicate, Contact } from '@crewline/contract/contacts'
import { formatList } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { NameChip } from '../../shared/ui/text/NameChip.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { SkeletonRows } from '../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useDismissPairMutation, useDuplicatePairsQuery } from './api.ts'
import { MergeDialog } from './MergeDialog.tsx'
import classes from './Privacy.module.css'

/** Lists pairs of contacts that may be the same person, most likely first, to merge or to mark as different. */
export default function DuplicatesScreen() {
  const { t } = useLingui()
  const { data, isError, refetch } = useDuplicatePairsQuery(undefined)
  const [chosen, setChosen] = useState<[string, string]>()
  return (
    <Screen
      title={t`Duplicates`}
      actions={
        <Anchor component={Link} to="/dashboard/contacts">
          <Trans>Back to contacts</Trans>
        </Anchor>
      }
    >
      {data && data.length > 0 && (
        <p className={classes.lead}>
          <Trans>
            These contacts may be the same person. Merging keeps every message. You can undo a merge for a day.
          </Trans>
        </p>
      )}
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows />
      ) : data.length === 0 ? (
        <StatePanel
          kind="done"
          icon={IconUsers}
          title={t`No duplicates`}
          text={t`Contacts that look like the same person will appear here.`}
        />
      ) : (
        <ul className={classes.pairs}>
          {data.map((pair) => (
            <Pair key={pair.contacts.map(({ id }) => id).join()} pair={pair} onMerge={setChosen} />
          ))}
        </ul>
      )}
      {chosen && <MergeDialog contactId={chosen[0]} otherId={chosen[1]} isOpen onClose={() => setChosen(undefined)} />}
    </Screen>
  )
}

function Pair({ pair, onMerge }: { pair: Duplicate; onMerge: (ids: [string, string]) => void }) {
  const { t, i18n } = useLingui()
  const canEdit = useCan('contacts.edit')
  const messageFor = useErrorText()
  const [dismiss] = useDismissPairMutation()
  const [first, second] = pair.contacts
  if (!first || !second) return null
  const ids: [string, string] = [first.id, second.id]
  const reasons: Record<Duplicate['because'][number], string> = {
    phone: t`number`,
    employeeId: t`employee ID`,
    email: t`email`,
    name: t`name`,
  }
  const same = formatList(
    pair.because.map((why) => reasons[why]),
    i18n.locale,
  )

  async function areTwo(): Promise<void> {
    const { error } = await dismiss(ids)
    if (error) toast.inApp({ type: 'error', message: messageFor(error) })
  }
  return (
    <li className={classes.pair}>
      <DuplicateContact contact={first} />
      <DuplicateContact contact={second} />
      {canEdit && (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" onClick={() => onMerge(ids)}>
            <Trans>Merge</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => void areTwo()}>
            <Trans>Different people</Trans>
          </Button>
        </Group>
      )}
      <p className={classes.why}>
        <Trans>Same {same}</Trans>
      </p>
    </li>
  )
}

function DuplicateContact({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const details = [contact.phoneDisplay ?? t`No mobile`, contact.jobTitle, contact.location].filter(Boolean)
  return (
    <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`} underline="never" c="inherit">
      <NameChip name={fullName(contact)} tintKey={contact.id} detail={<bdi>{details.join(' · ')}</bdi>} />
    </Anchor>
  )
}
