import type { Contact } from '@crewline/contract/contacts'
import type { TransferTarget } from '@crewline/contract/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { fullName } from '../../shared/lib/session/state.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { CloseAsksContext, useCloseAsks } from '../../shared/ui/overlay/close-asks.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { TransferPreview } from './TransferPreview.tsx'
import {
  usePreviewTransferQuery,
  useTransferContactMutation,
  useTransferTargetsQuery,
  useUndoTransferMutation,
} from './api.ts'

export interface TransferDialogProps {
  contact: Contact
  onClose: () => void
}

/** Transfers a contact to another organization of the family: asks where to, and shows what goes along and what stays. */
export default function TransferDialog({ contact, onClose }: TransferDialogProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const name = fullName(contact) || (contact.phoneDisplay ?? '')
  const { data: targets, isError, refetch } = useTransferTargetsQuery()
  const { setAsks, close } = useCloseAsks(onClose)
  return (
    <Dialog
      opened
      onClose={close}
      title={t`Transfer ${name}`}
      size={560}
      fullScreen={isPhone}
      returnFocus
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {isError && !targets && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      {!isError && !targets && <Skeleton height={64} />}
      <CloseAsksContext value={setAsks}>
        {targets && <TransferForm contact={contact} name={name} targets={targets} onClose={onClose} />}
      </CloseAsksContext>
    </Dialog>
  )
}

function useRelations(): Record<TransferTarget['relation'], string> {
  const { t } = useLingui()
  return { parent: t`Parent organization`, child: t`Sub-organizations`, sibling: t`Other sub-organizations` }
}

function groupedBy(targets: readonly TransferTarget[], labels: Record<TransferTarget['relation'], string>) {
  return (['parent', 'child', 'sibling'] as const).flatMap((relation) => {
    const items = targets.filter((target) => target.relation === relation)
    if (items.length === 0) return []
    return [
      {
        group: labels[relation],
        items: items.map(({ id, name, canReceive }) => ({ value: id, label: name, disabled: !canReceive })),
      },
    ]
  })
}

interface TransferFormProps extends TransferDialogProps {
  name: string
  targets: TransferTarget[]
}

function TransferForm({ contact, name, targets, onClose }: TransferFormProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const open = targets.filter(({ canReceive }) => canReceive)
  const [toId, setToId] = useState<string | null>(open.length === 1 ? (open[0]?.id ?? null) : null)
  const [withMessages, setWithMessages] = useState(true)
  const [joins, setJoins] = useState(false)
  const [problem, setProblem] = useState<string>()
  const unsaved = useUnsaved({ toId, withMessages, joins })
  const target = targets.find(({ id }) => id === toId)
  const asked = { contactId: contact.id, toId: toId ?? '' }
  const preview = usePreviewTransferQuery(asked, { skip: toId === null, refetchOnMountOrArgChange: true })
  const shown = preview.currentData
  const tooMany = shown !== undefined && shown.texts > shown.textsMax
  const [run, { isLoading }] = useTransferContactMutation()
  const [undo] = useUndoTransferMutation()
  const groups = groupedBy(targets, useRelations())

  async function submit(): Promise<void> {
    if (!target || !shown) return setProblem(t`Choose an organization.`)
    const joinExisting = joins && shown.existing !== null
    const { data, error } = await run({ ...asked, withMessages: withMessages && !tooMany, joinExisting })
    if (error) return setProblem(messageFor(error))
    const { id, state, to } = data.transfer
    const place = to.name
    unsaved.done(onClose)
    if (state === 'offered')
      return toast.inApp({ type: 'success', message: t`${name} is offered to ${place}. Someone there has to accept.` })
    toast.undo({
      message: t`${name} was transferred to ${place}.`,
      onUndo: () =>
        void undo(id).then((answer) => {
          if (answer.error) toast.inApp({ type: 'error', message: messageFor(answer.error) })
        }),
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="md">
        <Select
          label={t`To which organization?`}
          data={groups}
          value={toId}
          onChange={(next) => {
            setToId(next)
            setProblem(undefined)
            setJoins(false)
          }}
          searchable
          allowDeselect={false}
          placeholder={t`Choose an organization`}
          nothingFoundMessage={t`No organization found`}
          error={problem}
          data-autofocus
        />
        {open.length < targets.length && (
          <Text size="sm" c="dimmed">
            <Trans>Organizations that are past due or have sync turned off can't take anyone over.</Trans>
          </Text>
        )}
        {toId !== null && !shown && !preview.isError && <Skeleton height={160} />}
        {preview.isError && (
          <Text role="alert" c="var(--mantine-color-error)">
            {messageFor(preview.error)}
          </Text>
        )}
        {shown && target && (
          <>
            <TransferPreview contact={contact} place={target.name} preview={shown} />
            <Checkbox
              label={t`Take a copy of the messages along`}
              description={
                tooMany
                  ? t`There are more than ${shown.textsMax} messages, which is too many for a copy.`
                  : t`To read there. Notes of your team stay here.`
              }
              checked={withMessages && !tooMany && shown.texts > 0}
              disabled={tooMany || shown.texts === 0}
              onChange={(event) => setWithMessages(event.currentTarget.checked)}
            />
            {shown.existing !== null && (
              <Checkbox
                label={t`Join with ${shown.existing}, who has this number there`}
                description={t`Their details there stay as they are. Without this, the transfer is refused.`}
                checked={joins}
                onChange={(event) => setJoins(event.currentTarget.checked)}
              />
            )}
          </>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => unsaved.leave(onClose)} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isLoading} disabled={toId !== null && !shown}>
          {shown && !shown.isDirect ? <Trans context="action">Offer</Trans> : <Trans context="action">Transfer</Trans>}
        </Button>
      </Group>
      {unsaved.question}
    </form>
  )
}
