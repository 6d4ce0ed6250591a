import type { FormContent } from '@crewline/contract/form-content'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFile } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { Screen } from '../../shared/ui/Screen.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useCreateFormMutation } from './api.ts'
import { emptyForm } from './form-rules.ts'
import classes from './Forms.module.css'
import { fromTemplate, TEMPLATES } from './templates.ts'
import { startLanguage } from './useFormNames.ts'

/** Begins a form: empty, or from a template in English and Spanish. */
export default function NewFormScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [create, { isLoading }] = useCreateFormMutation()
  const language = startLanguage(i18n.locale)
  async function start(content: FormContent): Promise<void> {
    const { data, error } = await create(content)
    if (data) void navigate(`/dashboard/apps/forms/${data.id}`, { replace: true })
    else toast.api({ title: t`Not created`, message: messageFor(error) }, 'ERROR')
  }
  const shown = language === 'es' ? 'es' : 'en'
  return (
    <Screen title={t`New form`}>
      <p className={classes.quiet}>
        <Trans>Templates are in English and Spanish. You can change every word.</Trans>
      </p>
      <ul className={classes.gallery}>
        <li>
          <button
            type="button"
            className={`mantine-focus-auto ${classes.template}`}
            disabled={isLoading}
            onClick={() => void start(emptyForm(language, t`New form`))}
          >
            <span className={classes.templateName}>
              <IconFile size={18} stroke={1.75} aria-hidden /> <Trans>Empty form</Trans>
            </span>
            <span className={classes.quiet}>
              <Trans>Begin with your own question.</Trans>
            </span>
          </button>
        </li>
        {TEMPLATES.map((template) => (
          <li key={template.key}>
            <button
              type="button"
              className={`mantine-focus-auto ${classes.template}`}
              disabled={isLoading}
              onClick={() => void start(fromTemplate(template, shown))}
            >
              <span className={classes.templateName}>{i18n._(template.name)}</span>
              <span className={classes.quiet}>{i18n._(template.about)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
