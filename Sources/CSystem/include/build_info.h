#pragma once

// What is known of the build (.ci/build-facts): words without blanks, or null. Package.swift defines the macros from the
// environment, so that a new commit compiles one small file and nothing else.

const char *symbolicate_build_commit(void);
const char *symbolicate_build_date(void);
const char *symbolicate_build_swift(void);
