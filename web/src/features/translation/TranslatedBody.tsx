import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useEffect, useState, type ComponentType } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useTranslateMessageMutation } from './api.ts'
import { languageName } from './languages.ts'
import { useShowsOriginals } from './originals.ts'
import classes from './Translation.module.css'

export interface TranslatedBodyProps {
  message: Message
  /** Draws words in a language. */
  words: ComponentType<{ text: string; lang: string | undefined }>
  onChanged: (message: Message) => void
}

/** The words of a message in the reader's language, with what was really written one tap away; where translating failed, the way to try again. */
export function TranslatedBody(props: TranslatedBodyProps) {
  const { message, words: Words } = props
  const { translation, body } = message
  // Most messages need no translation, and a thread shows many of them.
  if (!translation) return <Words text={body} lang={undefined} />
  return translation.failed ? <Untranslated {...props} /> : <Translated {...props} translation={translation} />
}

function Untranslated({ message, words: Words, onChanged }: TranslatedBodyProps) {
  const { t } = useLingui()
  const [translate, { isLoading }] = useTranslateMessageMutation()
  const wordsFor = useRefusalWords()
  async function tryAgain(): Promise<void> {
    const { data, error } = await translate(message.id)
    if (data) return onChanged(data.message)
    const isTranslators = isRefusal(error) && error.code === 'not_translated'
    const words = isTranslators ? t`The translator could not do it. Try again in a few minutes.` : wordsFor(error)
    toast.api({ title: t`Not translated`, message: words }, 'ERROR')
  }
  return (
    <>
      <Words text={message.body} lang={message.translation?.from} />
      <p className={classes.line} data-failed>
        <Trans>We could not translate this.</Trans>
        <UnstyledButton className={classes.act} disabled={isLoading} onClick={() => void tryAgain()}>
          {isLoading ? <Trans>Translating…</Trans> : <Trans>Try again</Trans>}
        </UnstyledButton>
      </p>
    </>
  )
}

interface TranslatedProps extends TranslatedBodyProps {
  translation: NonNullable<Message['translation']>
}

function Translated({ message, translation, words: Words }: TranslatedProps) {
  const { i18n } = useLingui()
  const { body, direction, contactId } = message
  const [isFlippedThread] = useShowsOriginals(contactId)
  const [flipped, setFlipped] = useState<boolean>()
  useEffect(() => setFlipped(undefined), [isFlippedThread])
  const isOut = direction === 'out'
  const isFlipped = flipped ?? (isOut ? false : isFlippedThread)
  // `body` is what the contact wrote or got. Of theirs the team reads the translation first; of ours what was sent, with
  // the teammate's own words one tap away.
  const showsBody = isOut !== isFlipped
  const language = languageName(translation.from, i18n.locale)
  return (
    <>
      <Words text={showsBody ? body : translation.text} lang={showsBody ? translation.from : translation.to} />
      <p className={classes.line}>
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        {language} ·
        <UnstyledButton className={classes.act} onClick={() => setFlipped(!isFlipped)} aria-pressed={isFlipped}>
          {isFlipped ? <Trans>Show translation</Trans> : <Trans>Show original</Trans>}
        </UnstyledButton>
      </p>
    </>
  )
}
