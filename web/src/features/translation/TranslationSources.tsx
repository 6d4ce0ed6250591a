import { formatList, languageName } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { useTranslationStatusQuery } from './api.ts'

/** Says what translates here: reviewed phrases, and the connected service or how to connect one. */
export function TranslationSources() {
  const { t, i18n } = useLingui()
  const { data: status } = useTranslationStatusQuery()
  if (!status) return null
  const names = status.phraseLanguages.map((language) => languageName(language, i18n.locale))
  const languages = formatList(names, i18n.locale)
  const { service } = status
  const nameOf = (language: string) => languageName(language, i18n.locale)
  const pairs = (status.pairs ?? []).map(({ from, to }) => {
    const [source, target] = [nameOf(from), nameOf(to)]
    return t`${source} to ${target}`
  })
  return (
    <SettingsCard id="translation-service" title={t`Translation service`}>
      <Setting label={t`Reviewed phrases`}>
        <p className={classes.text}>
          <Plural value={status.phrases} one="# phrase" other="# phrases" />
          {' · '}
          {languages}
        </p>
      </Setting>
      <Setting
        label={t`Service`}
        help={
          service === null
            ? t`Without a service, only reviewed phrases are translated. Your Crewline administrator can connect DeepL, LibreTranslate, or a service with OpenAI's API, or import offline models; the operations guide says how.`
            : t`Every translation is checked for changed numbers, names, and prohibitions. Texts about safety are translated by reviewed phrases only.`
        }
      >
        <p className={classes.text}>
          {service ?? <Trans>Not connected</Trans>}
          {pairs.length > 0 && (
            <>
              {' · '}
              {formatList(pairs, i18n.locale)}
            </>
          )}
        </p>
      </Setting>
    </SettingsCard>
  )
}
