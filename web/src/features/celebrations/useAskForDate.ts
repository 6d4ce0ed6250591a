import type { Celebration } from '@crewline/contract/celebrations'
import { formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { newId } from '../../shared/lib/new-id.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useAskForDateMutation, useStartAskingMutation } from './api.ts'
import { dateFieldOf, withoutDateAudience } from './celebration-rules.ts'

/**
 * Takes the form that asks for the celebrated date, which is created when there is none, and starts a broadcast with
 * its link to those who have no date. The member reviews and sends it in its editor.
 */
export function useAskForDate(): { isBusy: boolean; ask: (celebration: Celebration) => Promise<void> } {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [askForDate, asking] = useAskForDateMutation()
  const [startAsking, starting] = useStartAskingMutation()
  const refuse = (error: Parameters<typeof messageFor>[0]) =>
    toast.api({ title: t`Couldn't start a new broadcast`, message: messageFor(error) }, 'ERROR')
  async function ask(celebration: Celebration): Promise<void> {
    const { data: form, error } = await askForDate({ saveTo: dateFieldOf(celebration) })
    if (!form) return refuse(error)
    const [language = 'en', ...others] = form.languages
    const bodyIn = (tag: typeof language) => `${formText(form.title, tag)}\n${form.link}`
    const started = await startAsking({
      id: newId(),
      name: form.name,
      audience: withoutDateAudience(celebration),
      message: {
        body: bodyIn(language),
        language,
        variants: others.map((tag) => ({ language: tag, body: bodyIn(tag), source: 'author', approved: true })),
      },
    })
    if (started.data) void navigate(`/dashboard/broadcasts/${started.data.broadcast.id}/edit`)
    else refuse(started.error)
  }
  return { isBusy: asking.isLoading || starting.isLoading, ask }
}
