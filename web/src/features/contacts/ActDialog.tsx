import type { ContactAct } from '@crewline/contract/roster'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import type { SelectionSaid } from './act-words.ts'
import { FieldChoice, GroupChoice, OptOutWords } from './ActParts.tsx'
import { useLazyCountPickedQuery } from './acts-api.ts'
import type { ActAsked } from './PickBar.tsx'

export interface ActDialogProps {
  kind: ActAsked
  /** How many people were chosen. */
  count: number
  selections: readonly SelectionSaid[]
  /** Does it; resolves to why it was refused. */
  onAct: (act: ContactAct) => Promise<string | undefined>
  onClose: () => void
}

/** How many people these selections mean now, as the server counts; the number known before until it has. */
function useCounted(selections: readonly SelectionSaid[], before: number): number {
  const [ask] = useLazyCountPickedQuery()
  const [counted, setCounted] = useState(before)
  useEffect(() => {
    let isLate = false
    void Promise.all(selections.map((selection) => ask(selection).unwrap())).then(
      (all) => {
        if (!isLate) setCounted(all.reduce((sum, { count }) => sum + count, 0))
      },
      () => undefined,
    )
    return () => {
      isLate = true
    }
    // What was chosen does not change while the question is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return counted
}

/** Asks what an act on many people needs to know, and names how many they are. */
export default function ActDialog({ kind, count, selections, onAct, onClose }: ActDialogProps) {
  const { t } = useLingui()
  const counted = useCounted(selections, count)
  const [act, setAct] = useState<ContactAct>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const people = plural(counted, { one: '# person', other: '# people' })
  const titles: Record<ActAsked, string> = {
    add: t`Add ${people} to groups`,
    remove: t`Remove ${people} from groups`,
    edit: t`Edit a field of ${people}`,
    opt_out: t`Opt out ${people}?`,
  }
  const buttons: Record<ActAsked, string> = {
    add: t`Add ${people}`,
    remove: t`Remove ${people}`,
    edit: t`Change ${people}`,
    opt_out: t`Opt out ${people}`,
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!act || isBusy) return
    setBusy(true)
    const words = await onAct(act)
    setBusy(false)
    if (words === undefined) onClose()
    else setRefusal(words)
  }
  function change(next: ContactAct | undefined): void {
    setAct(next)
    setRefusal('')
  }
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : onClose}
      title={titles[kind]}
      size={440}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)}>
        {(kind === 'add' || kind === 'remove') && <GroupChoice isAdding={kind === 'add'} onAct={change} />}
        {kind === 'edit' && <FieldChoice onAct={change} error={refusal} />}
        {kind === 'opt_out' && <OptOutWords onAct={change} />}
        {refusal && kind !== 'edit' && (
          <Text role="alert" c="var(--mantine-color-error)" mt="xs">
            {refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" color={kind === 'opt_out' ? 'red' : 'blue'} loading={isBusy} disabled={!act}>
            {buttons[kind]}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
