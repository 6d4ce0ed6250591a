import type { ImportOptions } from '@crewline/contract/imports'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, MultiSelect, NativeSelect, Radio, Select, Stack, Title } from '@mantine/core'
import { useMemo } from 'react'
import { languageName, workerLanguages } from '../../shared/lib/languages.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { countries } from '../accounts/index.ts'
import { useGroupValues } from '../groups/index.ts'
import classes from './Imports.module.css'

export interface MatchOptionsProps {
  options: ImportOptions
  onChange: (part: Partial<ImportOptions>) => void
  /** A column of the file names groups. */
  hasGroups: boolean
}

const groupsMax = 20

/** What is decided once for all rows: country, language, people who are known, empty cells, groups. */
export function MatchOptions({ options, onChange, hasGroups }: MatchOptionsProps) {
  const { t, i18n } = useLingui()
  const home = useSession(({ auth }) => auth.organization?.country ?? 'US')
  const { data: groups } = useGroupValues()
  const lands = useMemo(() => countries(i18n.locale), [i18n.locale])
  const languages = [...new Set([...workerLanguages, options.language])]
  const joinable = (groups ?? []).filter(({ type }) => type === 'static')
  return (
    <section className={classes.card} aria-labelledby="for-all-rows">
      <Title order={3} id="for-all-rows">
        <Trans>For all rows</Trans>
      </Title>
      <div className={classes.options}>
        <Select
          label={t`Country`}
          description={t`For numbers without a country code.`}
          data={lands}
          value={options.country ?? home}
          onChange={(country) => country && onChange({ country })}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t`No country has this name.`}
        />
        <NativeSelect
          label={t`Language`}
          description={t`For people whose row names none.`}
          data={languages.map((value) => ({ value, label: languageName(value, i18n.locale) }))}
          value={options.language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        />
        <MultiSelect
          label={t`Add everybody to groups`}
          description={t`New and updated people join them.`}
          data={joinable.map(({ id, name }) => ({ value: id, label: name }))}
          value={options.groupIds}
          onChange={(groupIds) => onChange({ groupIds })}
          maxValues={groupsMax}
          searchable
          clearable
          placeholder={options.groupIds.length === 0 ? t`No group` : ''}
          nothingFoundMessage={t`No group has this name.`}
        />
        <Radio.Group
          label={t`People you have already`}
          description={t`Known by mobile or employee ID.`}
          value={options.known}
          onChange={(known) => onChange({ known: known === 'skip' ? 'skip' : 'update' })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="update" label={t`Update them`} />
            <Radio value="skip" label={t`Leave them as they are`} />
          </Stack>
        </Radio.Group>
        <Stack gap={12}>
          <Checkbox
            label={t`Empty cells clear what is known`}
            description={t`Off: an empty cell changes nothing.`}
            checked={options.emptyClears}
            disabled={options.known === 'skip'}
            onChange={(event) => onChange({ emptyClears: event.currentTarget.checked })}
          />
          {hasGroups && (
            <Checkbox
              label={t`Make the groups that are not there yet`}
              description={t`Off: names of groups we do not know are problems.`}
              checked={options.makeGroups}
              onChange={(event) => onChange({ makeGroups: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </div>
    </section>
  )
}
