import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { refusalOf } from '../../../../shared/api/send.ts'
import { useErrorText } from '../../../../shared/ui/text/useErrorText.ts'
import { useTestBroadcastMutation } from '../../api.ts'
import classes from './Review.module.css'
import fields from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'

/** Sends the text to the mobile number of the member, once in each language. */
export function SendTest({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [sendTest, { isLoading }] = useTestBroadcastMutation()
  const [result, setResult] = useState<{ text: string; isError: boolean }>()
  const { body, mediaIds } = draft.content.message
  async function send(): Promise<void> {
    setResult(undefined)
    // The server sends what is saved.
    if (!(await draft.flush())) return
    const { data, error } = await sendTest(draft.id)
    if (data) {
      const text = plural(data.sent, { one: 'Sent # text to your phone.', other: 'Sent # texts to your phone.' })
      return setResult({ text, isError: false })
    }
    const isWithoutPhone = refusalOf<'testBroadcast'>(error)?.code === 'phone_missing'
    const text = isWithoutPhone ? t`Add and verify your mobile number in your settings first.` : describeError(error)
    setResult({ text, isError: true })
  }
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={18} stroke={1.75} />}
        loading={isLoading}
        disabled={body.trim() === '' && mediaIds.length === 0}
        onClick={() => void send()}
      >
        <Trans>Send me a test</Trans>
      </Button>
      {result && (
        <p className={result.isError ? fields.problem : fields.quiet} role={result.isError ? 'alert' : 'status'}>
          {result.text}
        </p>
      )}
    </div>
  )
}
