import type { FormLanguage } from '@crewline/contract/form-content'
import { formText } from '@crewline/contract/form-questions'
import type { Form } from '@crewline/contract/forms'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { newId } from '../../shared/lib/new-id.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useTextFormMutation } from './api.ts'

/** The word before the title in a reminder, in the language of the people who get it. */
const REMINDERS: Record<FormLanguage, string> = {
  en: 'Reminder',
  es: 'Recordatorio',
  fr: 'Rappel',
  pt: 'Lembrete',
  vi: 'Nhắc nhở',
  zh: '提醒',
  ht: 'Rapèl',
  ar: 'تذكير',
}

/**
 * Starts a broadcast with the link of a form, and continues in its editor. Each person gets a short link of their own.
 * `contactIds` are those who get it; without them the member chooses.
 */
export function useTextForm(form: Form): {
  isBusy: boolean
  text: (reason: 'invitation' | 'reminder', contactIds?: string[]) => Promise<void>
} {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [create, { isLoading }] = useTextFormMutation()
  async function text(reason: 'invitation' | 'reminder', contactIds: string[] = []): Promise<void> {
    const [language = 'en', ...others] = form.languages
    const bodyIn = (tag: typeof language) => {
      const title = formText(form.title, tag)
      return `${reason === 'reminder' ? `${REMINDERS[tag]}: ` : ''}${title}\n${form.link}`
    }
    const name = form.name.slice(0, 60)
    const { data, error } = await create({
      id: newId(),
      name: reason === 'reminder' ? t`Reminder: ${name}` : name,
      audience: { contactIds },
      message: {
        body: bodyIn(language),
        language,
        variants: others.map((tag) => ({ language: tag, body: bodyIn(tag), source: 'author', approved: true })),
      },
    })
    if (data) void navigate(`/dashboard/broadcasts/${data.broadcast.id}/edit`)
    else toast.api({ title: t`Couldn't start a new broadcast`, message: messageFor(error) }, 'ERROR')
  }
  return { isBusy: isLoading, text }
}
