import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { FactChoice } from './FactChoice.tsx'
import { differing, taken } from './facts.ts'
import classes from './Roster.module.css'
import { useFocusAtFirst } from './useFocusAtFirst.ts'
import { useMerge } from './useMerge.ts'
import { useMergedFacts } from './useMergedFacts.ts'

export interface MergeFormProps {
  /** The one that stays first. */
  pair: [Contact, Contact]
  onClose: () => void
  onBack?: () => void
  onMerged?: (keepId: string) => void
}

/** Two contacts side by side: which stays, which of its facts come from the other, and what moves. */
export function MergeForm({ pair, onClose, onBack, onMerged }: MergeFormProps) {
  const { t } = useLingui()
  const facts = useMergedFacts()
  const { merge, isLoading } = useMerge()
  const button = useFocusAtFirst<HTMLButtonElement>()
  const [isSwapped, setSwapped] = useState(false)
  const [said, setSaid] = useState<Record<string, boolean>>({})
  const [problem, setProblem] = useState('')
  const [keep, other] = isSwapped ? [pair[1], pair[0]] : pair
  const names = facts.map(({ name }) => name)
  const usual = taken(keep, other, names)
  const apart = differing(keep, other, names)
  const isTaken = (name: string) => said[name] ?? usual.includes(name)
  const name = fullName(keep)
  const otherName = fullName(other)

  async function run(): Promise<void> {
    const words = await merge(keep, other, apart.filter(isTaken))
    if (words !== undefined) return setProblem(words)
    onClose()
    onMerged?.(keep.id)
  }
  return (
    <Stack gap="md">
      <div className={classes.sides}>
        <PersonChip name={name} tintKey={keep.id} detail={<SideDetail label={t`Stays`} contact={keep} />} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsExchange size={16} stroke={1.75} />}
          onClick={() => {
            setSwapped(!isSwapped)
            setSaid({})
          }}
        >
          <Trans>Swap</Trans>
        </Button>
        <PersonChip
          name={otherName}
          tintKey={other.id}
          detail={<SideDetail label={t`Becomes part of it`} contact={other} />}
        />
      </div>
      {apart.length === 0 ? (
        <Text c="dimmed">
          <Trans>Both say the same about this person.</Trans>
        </Text>
      ) : (
        <div className={classes.choices}>
          {facts
            .filter((fact) => apart.includes(fact.name))
            .map((fact) => (
              <FactChoice
                key={fact.name}
                label={fact.label}
                keep={fact.words(keep)}
                other={fact.words(other)}
                keeper={keep.locked[fact.name]}
                isTaken={isTaken(fact.name)}
                onChange={(next) => setSaid({ ...said, [fact.name]: next })}
              />
            ))}
        </div>
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          Messages, calls, notes, groups and drafts of {otherName} move to {name}. Both numbers lead here, and opt-outs
          stay. You can undo it for a day.
        </Trans>
      </Text>
      {problem !== '' && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        {onBack && (
          <Button variant="subtle" onClick={onBack} disabled={isLoading} me="auto">
            <Trans>Choose another</Trans>
          </Button>
        )}
        <Button variant="default" onClick={onClose} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button ref={button} data-autofocus loading={isLoading} onClick={() => void run()}>
          <Trans>Merge</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

function SideDetail({ label, contact }: { label: string; contact: Contact }) {
  const { t } = useLingui()
  return (
    <>
      {label} · {contact.phoneDisplay ? <bdi dir="ltr">{contact.phoneDisplay}</bdi> : t`No mobile`}
    </>
  )
}
