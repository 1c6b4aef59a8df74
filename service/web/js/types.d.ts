// Types that JSDoc cannot express.

export type Child = Node | string | number | null | undefined | false | Child[];
