# SPDX-License-Identifier: Apache-2.0
# Plants the fault LOCKKEEPER_FAULT. Only the sources that know it get the definition, so that a
# build with another fault compiles no more than those.
file(GLOB_RECURSE fault_sources ${CMAKE_SOURCE_DIR}/src/*.cpp ${CMAKE_SOURCE_DIR}/src/*.h)
set(fault_names "")
set(fault_places "")
foreach(source IN LISTS fault_sources)
  file(STRINGS ${source} lines REGEX "^ *#.*LOCKKEEPER_FAULT_[A-Z_]+")
  if(lines AND source MATCHES "\\.h$")
    # A header is compiled into many sources, and not all of them would be built anew.
    message(FATAL_ERROR "${source}: faults are planted in .cpp files only")
  endif()
  foreach(line IN LISTS lines)
    string(REGEX MATCH "LOCKKEEPER_FAULT_([A-Z_]+)" match "${line}")
    list(APPEND fault_names ${CMAKE_MATCH_1})
    if(CMAKE_MATCH_1 STREQUAL LOCKKEEPER_FAULT)
      list(APPEND fault_places ${source})
    endif()
  endforeach()
endforeach()

if(NOT fault_places)
  list(REMOVE_DUPLICATES fault_names)
  list(SORT fault_names)
  list(JOIN fault_names "\n  " fault_names)
  message(FATAL_ERROR "There is no fault \"${LOCKKEEPER_FAULT}\". These are known:\n  ${fault_names}")
endif()

list(REMOVE_DUPLICATES fault_places)
foreach(source IN LISTS fault_places)
  string(REGEX MATCH "^${CMAKE_SOURCE_DIR}/src/[a-z]+" folder ${source})
  set_property(SOURCE ${source} DIRECTORY ${folder} APPEND PROPERTY
    COMPILE_DEFINITIONS LOCKKEEPER_FAULT_${LOCKKEEPER_FAULT})
endforeach()
message(WARNING "PLANTED FAULT ${LOCKKEEPER_FAULT}: this build is broken on purpose")
