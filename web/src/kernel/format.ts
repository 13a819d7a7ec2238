export * from '@lotkeeper/contract/kernel/format';
