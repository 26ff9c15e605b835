// Whether the list of keys and settings is shown.
export const help = $state({ open: false });
