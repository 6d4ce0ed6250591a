import type { Message } from '@crewline/contract/messages'
import { SAMPLE_ANSWER_MAX } from '@crewline/contract/sample-numbers'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { newId } from '../../shared/lib/new-id.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useAnswerAsSampleMutation } from './api.ts'
import classes from './Sample.module.css'
import { textsOnPhone } from './texts-on-phone.ts'

export interface SamplePhoneProps {
  /** The full name of the sample worker. */
  name: string
  /** The loaded messages of the thread, oldest first. */
  messages: readonly Message[]
}

/** The words that carriers understand, the same in every language. */
const KEYWORDS = ['STOP', 'START']

/** The phone of the sample worker: the texts that arrived on it, and a field to answer as the worker. */
export function SamplePhone({ name, messages }: SamplePhoneProps) {
  const { t } = useLingui()
  const canAnswer = useCan('inbox.reply')
  const [answer, { isLoading }] = useAnswerAsSampleMutation()
  const describeError = useErrorText()
  const [body, setBody] = useState('')
  const [problem, setProblem] = useState('')
  const attempt = useRef({ key: newId(), body: '' })
  const scroller = useRef<HTMLDivElement>(null)
  const texts = textsOnPhone(messages)
  const newestId = texts.at(-1)?.id
  useLayoutEffect(() => {
    // Without a text there is nothing to scroll to.
    if (newestId && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [newestId])

  async function send(text: string): Promise<void> {
    if (text.trim() === '' || isLoading) return
    if (attempt.current.body !== text) attempt.current = { key: newId(), body: text }
    const { error } = await answer({ clientMessageId: attempt.current.key, body: text })
    if (error) return setProblem(describeError(error))
    attempt.current = { key: newId(), body: '' }
    setProblem('')
    setBody((now) => (now === text ? '' : now))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send(body)
  }
  return (
    <div className={classes.phone}>
      <p className={classes.explanation}>
        <Trans>This is the worker's phone. Answer here to see the text arrive in your inbox.</Trans>
      </p>
      <div
        ref={scroller}
        className={classes.texts}
        role="log"
        // A scrollable area must be reachable by keyboard.
        tabIndex={0}
        aria-label={t`Texts on the phone of ${name}`}
      >
        {texts.length === 0 && (
          <p className={classes.empty}>
            <Trans>Send a text from your inbox. It arrives here.</Trans>
          </p>
        )}
        {texts.map((text) => (
          <div key={text.id} className={classes.text} data-side={text.side} dir="auto">
            {text.body}
            {text.files > 0 && (
              <span className={classes.files}>
                <Plural value={text.files} one="# file" other="# files" />
              </span>
            )}
          </div>
        ))}
      </div>
      {canAnswer && (
        <form
          className={classes.answer}
          onSubmit={(event) => {
            event.preventDefault()
            void send(body)
          }}
        >
          <div className={classes.quick} role="group" aria-label={t`Quick answers`}>
            {[t`Yes, I can`, ...KEYWORDS].map((quick) => (
              <Button
                key={quick}
                size="compact-sm"
                variant="default"
                translate={KEYWORDS.includes(quick) ? 'no' : 'yes'}
                onClick={() => void send(quick)}
              >
                {quick}
              </Button>
            ))}
          </div>
          <Textarea
            className={classes.field ?? ''}
            aria-label={t`Answer as ${name}`}
            placeholder={t`Text message`}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={SAMPLE_ANSWER_MAX}
            value={body}
            error={problem || undefined}
            onChange={({ currentTarget }) => setBody(currentTarget.value)}
            onKeyDown={onKey}
          />
          <ActionIcon
            type="submit"
            variant="filled"
            size={36}
            radius="xl"
            disabled={body.trim() === ''}
            loading={isLoading}
            aria-label={t`Send as ${name}`}
          >
            <IconArrowUp size={18} stroke={2} aria-hidden />
          </ActionIcon>
        </form>
      )}
    </div>
  )
}
