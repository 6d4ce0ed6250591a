import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { isNotProven, useProof } from '../accounts/index.ts'
import { useDisconnectHrMutation } from './api.ts'
import classes from './Hr.module.css'

/** Asks what happens to the contacts, and ends the connection. */
export function Disconnect({ system, onClose }: { system: string; onClose: () => void }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [disconnect, { isLoading }] = useDisconnectHrMutation()
  const { proven, dialog } = useProof()
  const [keeps, setKeeps] = useState('keep')
  const [problem, setProblem] = useState('')
  async function confirm(): Promise<void> {
    setProblem('')
    const { error } = await proven(() => disconnect(keeps === 'keep'))
    if (!error) return onClose()
    if (!isNotProven(error)) setProblem(messageFor(error))
  }
  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`Disconnect ${system}?`}
      size={480}
      withCloseButton={false}
    >
      {dialog}
      <Radio.Group value={keeps} onChange={setKeeps} label={t`What happens to the contacts`}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="keep"
            label={t`Keep them`}
            description={t`Locked fields can be edited here again. Groups stay as they are.`}
          />
          <Radio
            value="archive"
            label={t`Archive them`}
            description={t`Their conversations stay. Opt-outs stay in any case.`}
          />
        </Stack>
      </Radio.Group>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          <Trans>Disconnect</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
