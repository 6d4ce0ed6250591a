import { languageName } from '@crewline/contract/formats'
import type { Message } from '@crewline/contract/messages'
import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { refusalOf } from '../../shared/api/send.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useOnChange } from '../../shared/lib/use-on-change.ts'
import { useReportTranslationMutation, useTranslateMessageMutation, useTranslationStatusQuery } from './api.ts'
import { useShowsOriginals } from './originals.ts'
import classes from './Translation.module.css'

export interface TranslatedBodyProps {
  message: Message
  /** Renders text in a language. */
  component: ComponentType<{ text: string; lang: string | undefined }>
  onChanged: (message: Message) => void
}

/**
 * Shows the translated text of a message with a toggle for the original, or says why it is not translated and what the
 * reader can do.
 */
export function TranslatedBody(props: TranslatedBodyProps) {
  const { message, component: TextComponent } = props
  const { translation, body } = message
  // Most messages need no translation, and a thread renders many of them.
  if (!translation) return <TextComponent text={body} lang={undefined} />
  return translation.failed ? <Untranslated {...props} /> : <Translated {...props} translation={translation} />
}

function Untranslated({ message, component: TextComponent, onChanged }: TranslatedBodyProps) {
  const { t, i18n } = useLingui()
  const { translation } = message
  const [translate, { isLoading }] = useTranslateMessageMutation()
  const { data: status } = useTranslationStatusQuery(undefined, { skip: translation?.reason !== 'no_service' })
  const canConnect = useCan('organization.manage')
  const messageFor = useErrorText()
  async function retryTranslation(): Promise<void> {
    const { data, error } = await translate(message.id)
    if (data) return onChanged(data.message)
    const isTranslators = refusalOf<'translateMessage'>(error)?.code === 'not_translated'
    const errorMessage = isTranslators
      ? t`The translation service isn't available. Try again in a few minutes.`
      : messageFor(error)
    toast.failed(error, { title: t`Not translated`, message: errorMessage })
  }
  const language = languageName(translation?.from ?? '', i18n.locale)
  const isUnserved = translation?.reason === 'no_service' && !status?.service
  return (
    <>
      <TextComponent text={message.body} lang={translation?.from} />
      <p className={classes.line} data-failed>
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        {translation?.reason === 'reported' ? (
          <Trans>{language} · Translation reported as wrong</Trans>
        ) : (
          <Trans>{language} · Not translated</Trans>
        )}
        {!isUnserved && (
          <UnstyledButton className={classes.act} disabled={isLoading} onClick={() => void retryTranslation()}>
            {isLoading ? <Trans>Translating…</Trans> : <Trans>Translate</Trans>}
          </UnstyledButton>
        )}
        {isUnserved && canConnect && (
          <Link className={classes.act} to="/dashboard/settings?tab=texting#translation-service">
            <Trans>Connect a translation service</Trans>
          </Link>
        )}
      </p>
    </>
  )
}

interface TranslatedProps extends TranslatedBodyProps {
  translation: NonNullable<Message['translation']>
}

function Translated({ message, translation, component: TextComponent, onChanged }: TranslatedProps) {
  const { i18n } = useLingui()
  const { body, direction, contactId } = message
  const [isFlippedThread] = useShowsOriginals(contactId)
  const [flipped, setFlipped] = useState<boolean>()
  useOnChange(isFlippedThread, () => setFlipped(undefined))
  const [report, { isLoading }] = useReportTranslationMutation()
  const mayReport = useCan('inbox.reply')
  const isOut = direction === 'out'
  const isFlipped = flipped ?? (isOut ? false : isFlippedThread)
  // `body` is what the contact wrote or received. An incoming message shows its translation first; an outgoing one
  // shows what was sent, with the text of the teammate one tap away.
  const showsBody = isOut !== isFlipped
  const language = languageName(translation.from, i18n.locale)
  async function reportWrong(): Promise<void> {
    const { data } = await report(message.id)
    if (data) onChanged(data.message)
  }
  return (
    <>
      <TextComponent text={showsBody ? body : translation.text} lang={showsBody ? translation.from : translation.to} />
      <p className={classes.line}>
        <IconLanguage size={14} stroke={1.75} aria-hidden />
        {translation.kind === 'machine' ? <Trans>{language} · Machine translation ·</Trans> : <>{language} ·</>}
        <UnstyledButton className={classes.act} onClick={() => setFlipped(!isFlipped)} aria-pressed={isFlipped}>
          {isFlipped ? <Trans>Show translation</Trans> : <Trans>Show original</Trans>}
        </UnstyledButton>
        {!isOut && mayReport && flipped !== undefined && (
          <UnstyledButton className={classes.act} disabled={isLoading} onClick={() => void reportWrong()}>
            <Trans>This is wrong</Trans>
          </UnstyledButton>
        )}
      </p>
    </>
  )
}
