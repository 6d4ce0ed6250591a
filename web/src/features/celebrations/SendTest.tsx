import type { Celebration } from '@crewline/contract/celebrations'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { refusalOf } from '../../shared/api/send.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useTestCelebrationMutation } from './api.ts'
import classes from './Celebrations.module.css'

/** Sends one of the saved texts to the mobile number of the member, once in each language. */
export function SendTest({ celebration, isChanged }: { celebration: Celebration; isChanged: boolean }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  const [sendTest, { isLoading }] = useTestCelebrationMutation()
  const [nth, setNth] = useState(0)
  const [result, setResult] = useState<{ text: string; isError: boolean }>()
  const { id, texts } = celebration
  async function send(): Promise<void> {
    setResult(undefined)
    const { data, error } = await sendTest({ id, text: nth })
    if (data) {
      const text = plural(data.sent, { one: 'Sent # text to your phone.', other: 'Sent # texts to your phone.' })
      return setResult({ text, isError: false })
    }
    const isWithoutPhone = refusalOf<'testCelebration'>(error)?.code === 'phone_missing'
    const text = isWithoutPhone ? t`Add and verify your mobile number in your settings first.` : describeError(error)
    setResult({ text, isError: true })
  }
  return (
    <div className={classes.test}>
      {texts.length > 1 && (
        <Select
          label={t`Text to test`}
          data={texts.map((_, at) => {
            const position = at + 1
            return { value: String(at), label: t`Text ${position}` }
          })}
          value={String(nth)}
          allowDeselect={false}
          onChange={(value) => setNth(Number(value))}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconDeviceMobile size={18} stroke={1.75} />}
        loading={isLoading}
        // The server sends what is saved.
        disabled={isChanged}
        onClick={() => void send()}
      >
        <Trans>Send me a test</Trans>
      </Button>
      {isChanged && (
        <p className={classes.quiet}>
          <Trans>Save your changes to test them.</Trans>
        </p>
      )}
      {result && !isChanged && (
        <p className={result.isError ? classes.problem : classes.quiet} role={result.isError ? 'alert' : 'status'}>
          {result.text}
        </p>
      )}
    </div>
  )
}
