// SPDX-License-Identifier: Apache-2.0
#include "app/demo/practicecommand.h"

int main(int argc, char** argv)
{
    return lockkeeper::runPractice(argc, argv);
}
