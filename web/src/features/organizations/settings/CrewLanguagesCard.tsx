import { languageName } from '@crewline/contract/formats'
import { contactLanguages } from '@crewline/contract/locales'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Select } from '@mantine/core'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import type { OrganizationForm } from './useOrganizationForm.ts'

/** The languages of the contacts: the usual one, and those that are offered first. */
export function CrewLanguagesCard({ form: { values, change, errors } }: { form: OrganizationForm }) {
  const { t, i18n } = useLingui()
  // Each language also by its own name, for those who read it.
  const data = contactLanguages.map((value) => {
    const [name, own] = [languageName(value, i18n.locale), languageName(value, value)]
    return { value, label: name === own ? name : `${name} · ${own}` }
  })
  return (
    <SettingsCard id="languages" title={t`Languages of your contacts`}>
      <Setting
        label={t`Usual language`}
        help={t`For new contacts whose language you don't know yet. Contacts you already have keep theirs.`}
      >
        <Select
          className={classes.wide ?? ''}
          name="language"
          aria-label={t`Usual language`}
          value={values.language}
          onChange={(language) => language && change({ language })}
          data={data}
          error={errors['language']}
          allowDeselect={false}
        />
      </Setting>
      <Setting label={t`Languages you use`} help={t`Listed first when you add contacts and write broadcasts.`}>
        <MultiSelect
          className={classes.wide ?? ''}
          name="languages"
          aria-label={t`Languages you use`}
          value={values.languages}
          onChange={(languages) => change({ languages })}
          data={data}
          error={errors['languages']}
          placeholder={values.languages.length === 0 ? t`Choose` : ''}
          clearable
        />
      </Setting>
    </SettingsCard>
  )
}
