import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { NameChip } from '../../shared/ui/text/NameChip.tsx'
import { AttributeChoice } from './AttributeChoice.tsx'
import { differing, takenByDefault } from './attributes.ts'
import classes from './Privacy.module.css'
import { useFocusAtFirst } from './useFocusAtFirst.ts'
import { useMerge } from './useMerge.ts'
import { useMergedAttributes } from './useMergedAttributes.ts'

export interface MergeFormProps {
  /** The contact that is kept comes first. */
  pair: [Contact, Contact]
  onClose: () => void
  onBack?: () => void
  onMerged?: (keepId: string) => void
}

/** Shows two contacts side by side: which one is kept, which values come from the other, and what moves. */
export function MergeForm({ pair, onClose, onBack, onMerged }: MergeFormProps) {
  const { t } = useLingui()
  const attributes = useMergedAttributes()
  const { merge, isLoading } = useMerge()
  const button = useFocusAtFirst<HTMLButtonElement>()
  const [isSwapped, setSwapped] = useState(false)
  const [choices, setChoices] = useState<Record<string, boolean>>({})
  const [problem, setProblem] = useState('')
  const [keep, otherContact] = isSwapped ? [pair[1], pair[0]] : pair
  const names = attributes.map(({ name }) => name)
  const usual = takenByDefault(keep, otherContact, names)
  const apart = differing(keep, otherContact, names)
  const isTaken = (name: string) => choices[name] ?? usual.includes(name)
  const name = fullName(keep)
  const otherName = fullName(otherContact)

  async function run(): Promise<void> {
    const message = await merge(keep, otherContact, apart.filter(isTaken))
    if (message !== undefined) return setProblem(message)
    onClose()
    onMerged?.(keep.id)
  }
  return (
    <Stack gap="md">
      <div className={classes.sides}>
        <NameChip name={name} tintKey={keep.id} detail={<SideDetail label={t`Will be kept`} contact={keep} />} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsExchange size={16} stroke={1.75} />}
          onClick={() => {
            setSwapped(!isSwapped)
            setChoices({})
          }}
        >
          <Trans>Swap</Trans>
        </Button>
        <NameChip
          name={otherName}
          tintKey={otherContact.id}
          detail={<SideDetail label={t`Will be merged`} contact={otherContact} />}
        />
      </div>
      {apart.length === 0 ? (
        <Text c="dimmed">
          <Trans>Both contacts have the same details.</Trans>
        </Text>
      ) : (
        <div className={classes.choices}>
          {attributes
            .filter((attribute) => apart.includes(attribute.name))
            .map((attribute) => (
              <AttributeChoice
                key={attribute.name}
                label={attribute.label}
                keep={attribute.format(keep)}
                otherValue={attribute.format(otherContact)}
                keeper={keep.locked[attribute.name]}
                isTaken={isTaken(attribute.name)}
                onChange={(next) => setChoices({ ...choices, [attribute.name]: next })}
              />
            ))}
        </div>
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          Messages, calls, notes, groups, and drafts for {otherName} will move to {name}. Both numbers will lead to this
          contact, and opt-outs are kept. You can undo this for a day.
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
