import { REQUEST_REASON_MAX } from '@crewline/contract/record-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useUnsaved } from '../../../shared/ui/form/useUnsaved.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useCloseSubjectRequestMutation, type SubjectRequest } from '../api.ts'

/** Closes a request about data as fulfilled, or as refused with a reason. */
export function CloseDialog({ request, onClose }: { request: SubjectRequest; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [close, { isLoading }] = useCloseSubjectRequestMutation()
  const [outcome, setOutcome] = useState<'fulfilled' | 'refused'>('fulfilled')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const unsaved = useUnsaved({ outcome, reason })
  const leave = () => unsaved.leave(onClose)

  async function confirm(): Promise<void> {
    if (outcome === 'refused' && reason.trim() === '') return setProblem(t`Enter a reason.`)
    const { error } = await close({ id: request.id, outcome, reason })
    if (!error) return unsaved.done(onClose)
    const fields = isRefusal(error) ? error.fieldErrors : undefined
    setProblem(fields?.['reason'] ?? messageFor(error))
  }

  return (
    <Dialog opened onClose={leave} title={t`Close the request?`} size={440} withCloseButton={false}>
      <Stack gap="md">
        <Radio.Group
          label={t`Outcome`}
          value={outcome}
          onChange={(value) => setOutcome(value === 'refused' ? 'refused' : 'fulfilled')}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="fulfilled" label={t`Fulfilled`} data-autofocus />
            <Radio value="refused" label={t({ message: 'Refused', context: 'request' })} />
          </Stack>
        </Radio.Group>
        <TextInput
          label={outcome === 'refused' ? t`Reason` : t`Note (optional)`}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem('')
          }}
          maxLength={REQUEST_REASON_MAX}
          error={problem}
          dir="auto"
        />
        {request.kind === 'erasure' && (
          <p style={{ margin: 0 }}>
            <Trans>To erase them, open the contact and choose Erase. That closes the request.</Trans>
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={isLoading} onClick={() => void confirm()}>
            <Trans>Close request</Trans>
          </Button>
        </Group>
      </Stack>
      {unsaved.question}
    </Dialog>
  )
}
