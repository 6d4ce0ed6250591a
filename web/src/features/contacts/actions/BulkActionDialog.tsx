import type { ContactAction } from '@crewline/contract/contact-lists'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useFocusBack } from '../../../shared/ui/overlay/useFocusBack.ts'
import type { PartialSelection } from './bulk-action-rules.ts'
import { FieldChoice, GroupChoice, OptOutNote } from './BulkActionParts.tsx'
import { ConsentNote } from './ConsentNote.tsx'
import { ShiftPick } from './ShiftPick.tsx'
import { useLazyCountPickedQuery } from './actions-api.ts'
import type { BulkActionKind } from './SelectionBar.tsx'

export interface BulkActionDialogProps {
  kind: BulkActionKind
  /** The number of selected contacts. */
  count: number
  selections: readonly PartialSelection[]
  /** Runs the bulk action; resolves to the reason when it was rejected. */
  onAction: (act: ContactAction) => Promise<string | undefined>
  onClose: () => void
}

/** Returns the server's current count of the selected contacts; `before` until it has loaded. */
function useCounted(selections: readonly PartialSelection[], before: number): number {
  const [countContacts] = useLazyCountPickedQuery()
  const [counted, setCounted] = useState(before)
  useEffect(() => {
    let isLate = false
    void Promise.all(selections.map((selection) => countContacts(selection).unwrap())).then(
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

/** Collects the input of a bulk action, and names the number of contacts. */
export default function BulkActionDialog({ kind, count, selections, onAction: onAct, onClose }: BulkActionDialogProps) {
  const { t } = useLingui()
  useFocusBack()
  const counted = useCounted(selections, count)
  const [action, setAction] = useState<ContactAction>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const people = plural(counted, { one: '# contact', other: '# contacts' })
  const titles: Record<BulkActionKind, string> = {
    add: t`Add ${people} to groups`,
    remove: t`Remove ${people} from groups`,
    edit: t`Edit a field for ${people}`,
    shift: t`Set the working hours of ${people}`,
    attest: t`Record consent of ${people}`,
    opt_out: t`Opt out ${people}?`,
  }
  const buttons: Record<BulkActionKind, string> = {
    add: t`Add ${people}`,
    remove: t`Remove ${people}`,
    edit: t`Update ${people}`,
    shift: t`Update ${people}`,
    attest: t`Record consent`,
    opt_out: t`Opt out ${people}`,
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!action || isBusy) return
    setBusy(true)
    const refusalText = await onAct(action)
    setBusy(false)
    if (refusalText === undefined) onClose()
    else setRefusal(refusalText)
  }
  function change(next: ContactAction | undefined): void {
    setAction(next)
    setRefusal('')
  }
  return (
    <Dialog
      opened
      onClose={isBusy ? () => {} : onClose}
      title={titles[kind]}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)}>
        {(kind === 'add' || kind === 'remove') && <GroupChoice isAdding={kind === 'add'} onAction={change} />}
        {kind === 'edit' && <FieldChoice onAction={change} error={refusal} />}
        {kind === 'shift' && <ShiftPick onAction={change} />}
        {kind === 'attest' && <ConsentNote onAction={change} />}
        {kind === 'opt_out' && <OptOutNote onAction={change} />}
        {refusal && kind !== 'edit' && (
          <Text role="alert" c="var(--mantine-color-error)" mt="xs">
            {refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" color={kind === 'opt_out' ? 'red' : 'blue'} loading={isBusy} disabled={!action}>
            {buttons[kind]}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
