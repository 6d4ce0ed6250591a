import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { GroupFilter } from '../../groups/index.ts'
import { useInboxTagsQuery } from '../state/related-api.ts'
import { TagPopover } from './BulkMenus.tsx'
import type { InboxUrl } from '../useInboxUrl.ts'

/** Filters the list by groups and by tags; each filter is absent while the organization has none. */
export default function ListFilters({ filter, setFilter }: Pick<InboxUrl, 'filter' | 'setFilter'>) {
  const { t } = useLingui()
  const { data: tags = [] } = useInboxTagsQuery()
  const { groupIds, tagIds } = filter
  const count = tagIds.length
  return (
    <>
      <GroupFilter chosen={groupIds} onChoose={(ids) => setFilter({ groupIds: ids })} />
      {(tags.length > 0 || count > 0) && (
        <TagPopover
          label={t`Tags`}
          chosen={tagIds}
          onTag={(tag, isOn) =>
            setFilter({ tagIds: isOn ? [...tagIds, tag.id] : tagIds.filter((id) => id !== tag.id) })
          }
        >
          <ActionIcon
            variant={count > 0 ? 'light' : 'default'}
            color={count > 0 ? 'blue' : 'gray'}
            size={30}
            aria-label={count > 0 ? t`Tags: ${count}` : t`Tags`}
          >
            <IconTag size={16} stroke={1.75} />
          </ActionIcon>
        </TagPopover>
      )}
    </>
  )
}
